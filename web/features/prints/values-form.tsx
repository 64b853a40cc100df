import { useQuery } from "@tanstack/react-query"
import type { ArtworkValues } from "../../../contract/artwork/artwork-field.ts"
import { valueProblems, valuesJson } from "../../../contract/artwork/artwork-values.ts"
import { Notice } from "../../components/ui/notice.tsx"
import { useAuth } from "../../lib/auth.tsx"
import { classNames } from "../../lib/class-names.ts"
import { fileUrl } from "../../lib/format.ts"
import type { PreviewImage } from "../sheet-preview/preview-item.ts"
import { useIsPale } from "../sheet-preview/use-is-pale.ts"
import { ValueFields } from "../values/value-fields.tsx"
import { valuesWords } from "../values/values-words.ts"
import { useDrawnValues } from "./use-drawn-values.ts"

type ValuesFormProps = {
  image: PreviewImage
  values: ArtworkValues
  onChange: (values: ArtworkValues) => void
  /** True to also report missing values, after somebody wanted to go on without them. */
  showsMissing?: boolean
  isFocused?: boolean
}

/** Edits the values of an image's fields, beside the piece as it prints. */
export function ValuesForm({ image, values, onChange, showsMissing = false, isFocused }: ValuesFormProps) {
  const { _id, name, fields = [], previewFile } = image
  const drawn = useDrawnValues(_id, fields, values)
  const missing = showsMissing
    ? valueProblems(fields, values).map(({ field, message }) => [field, message])
    : []
  const rude = useRudeWarning(values)
  const isPale = useIsPale(previewFile?.path ?? null)
  const src = drawn.url ?? (previewFile && fileUrl(previewFile.path))
  const words = valuesWords(fields, values)
  return (
    <div>
      <div
        className={classNames(
          "grid h-44 place-items-center overflow-hidden rounded-md p-3",
          isPale ? "bg-black" : "checker checker-sm",
        )}
      >
        {src && (
          <img
            src={src}
            alt={drawn.url && words !== "" ? `${name} with ${words}` : `${name} as a sample`}
            aria-busy={drawn.isDrawing}
            draggable={false}
            className={classNames(
              "size-full min-h-0 min-w-0 object-contain transition-opacity",
              drawn.isDrawing && "opacity-60",
            )}
          />
        )}
      </div>
      <Notice tone="bad" className="mt-3">
        {drawn.failure}
      </Notice>
      <ValueFields
        fields={fields}
        values={values}
        onChange={onChange}
        problems={{ ...Object.fromEntries(missing), ...drawn.problems }}
        isFocused={isFocused}
        className="mt-4 grid gap-3 sm:grid-cols-2"
      />
      {rude !== null && (
        <Notice tone="warn" className="mt-3">
          {rude}.
        </Notice>
      )}
    </div>
  )
}

/** Returns a warning of words that may be rude, for sellers who want it; the list is loaded then. */
function useRudeWarning(values: ArtworkValues): string | null {
  const { warnsOfRudeWords } = useAuth().user
  const text = valuesJson(values)
  const { data = null } = useQuery({
    queryKey: ["rude words", text],
    queryFn: async () =>
      (await import("../../../contract/orders/rude-words.ts")).rudeWarning(JSON.parse(text)),
    enabled: warnsOfRudeWords && text !== "{}",
    staleTime: Number.POSITIVE_INFINITY,
    meta: { silent: true },
  })
  return warnsOfRudeWords ? data : null
}
