import { Check, Copy } from "lucide-react"
import { Field, Input } from "../../components/ui/field.tsx"
import { useCopy } from "../../lib/use-copy.ts"

/** Shows a text to be copied whole. */
export function CopyField({ label, text }: { label: string; text: string }) {
  const { isCopied, copy } = useCopy()
  const name = isCopied ? "Copied" : `Copy: ${label}`
  return (
    <Field label={label}>
      <Input
        readOnly
        value={text}
        className="font-mono"
        onFocus={(event) => event.target.select()}
        trailing={
          <button
            type="button"
            aria-label={name}
            title={name}
            onClick={() =>
              void copy(text, {
                copied: "Copied to clipboard",
                refused: "The browser did not allow copying. Select the text and copy it.",
              })
            }
            className="touch grid size-7 place-items-center rounded-sm hover:text-ink"
          >
            {isCopied ? <Check className="size-4 text-good-ink" /> : <Copy className="size-4" />}
          </button>
        }
      />
    </Field>
  )
}
