import { useMutation, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { z } from "zod"
import type { Image } from "../../../contract/artwork/image.ts"
import type { InkCode } from "../../../contract/artwork/ink.ts"
import { loadFailure, PageFailure } from "../../components/ui/failure-notice.tsx"
import { formatTyped } from "../../lib/length.ts"
import { useSearch, useSetSearchParams } from "../../lib/search-params.ts"
import { pickTemplate } from "../sizes/sheet-template.ts"
import { allSizesOptions, sheetTemplatesOptions } from "../sizes/size-calls.ts"
import { SizePicker } from "../sizes/size-picker.tsx"
import { acceptInk, inkOptions } from "./ink-calls.ts"
import { inkLayers } from "./ink-layers.ts"
import { InkList } from "./ink-list.tsx"
import { InkMap } from "./ink-map.tsx"
import { openMarks } from "./ink-names.ts"
import { MendImageBar } from "./mend-image-bar.tsx"

const inkSearchSchema = z.object({
  widthIn: z.coerce.number().positive().optional().catch(undefined),
  sheetTemplateId: z.string().optional().catch(undefined),
  layer: z.enum(inkLayers.map(({ value }) => value)).catch("ink"),
})

/** Shows an image's findings at the size and under the template that the address names, over the artwork and as a list. */
export function OpenInk({ image }: { image: Image }) {
  const { widthIn = null, sheetTemplateId = null, layer } = useSearch(inkSearchSchema)
  const setParams = useSetSearchParams()
  const template = pickTemplate(useQuery(sheetTemplatesOptions()).data?.data, sheetTemplateId)
  // A link may name a template that is deleted by now: the default one is picked in its place.
  const under = sheetTemplateId && (template?._id ?? sheetTemplateId)
  const query = useQuery(inkOptions(image._id, widthIn, under))
  const sizes = useQuery(allSizesOptions()).data?.data ?? []
  const [picked, setPicked] = useState<InkCode | null>(null)
  const accept = useMutation({ mutationFn: (codes: readonly InkCode[]) => acceptInk(image._id, codes) })
  const ink = query.data
  const findings = ink?.findings ?? []
  const open = openMarks(findings)
  const known = findings.filter((finding) => !open.includes(finding))
  const accepted = ink?.accepted ?? []
  const width = ink ? ink.widthIn : widthIn
  const size = width === null ? null : (sizes.find(({ value }) => value === width) ?? sizeAt(width))
  const failure = loadFailure(query)
  return (
    <div className="-mx-4 -mt-5 -mb-10 flex flex-col md:-mx-8 md:flex-row">
      <div className="flex min-w-0 flex-1 flex-col px-4 pt-5 pb-5 md:h-[calc(100dvh-3.5rem)] md:min-h-140 md:px-8">
        <div className="flex items-center gap-3">
          <div className="min-w-0 flex-1">
            <h1 className="truncate font-[640] text-xl">{image.name}</h1>
            {width !== null && (
              <p className="mt-0.5 hidden text-ink-2 text-sm md:block">
                {image.widthPx} × {image.heightPx}, seen as it prints at {formatTyped(width)}
                {under !== null && template && ` under “${template.name}”`}.
              </p>
            )}
          </div>
          <SizePicker
            label="Printed size"
            placeholder="Size"
            chosen={size}
            sizes={sizes}
            isQuiet
            className="w-36 flex-none md:w-52"
            onPick={({ value }) => {
              setPicked(null)
              setParams({ widthIn: value }, { push: true })
            }}
          />
        </div>
        <InkMap
          {...{ image, layer, picked }}
          {...{ template, widthIn: width }}
          findings={open}
          all={findings}
          onLayer={(value) => setParams({ layer: value === "ink" ? null : value })}
          onPick={setPicked}
        />
      </div>
      <aside
        aria-label="Findings"
        className="flex w-full flex-none flex-col border-line bg-surface coarse:border-t md:sticky md:top-14 md:h-[calc(100dvh-3.5rem)] md:w-100 md:overflow-y-auto md:border-l"
      >
        {failure ? (
          <PageFailure title="The ink could not be looked at" {...failure} />
        ) : (
          <div className="flex-1">
            <InkList
              imageId={image._id}
              {...{ ink, open, known, picked }}
              onPick={setPicked}
              isSaving={accept.isPending}
              onAccept={(codes) => accept.mutate([...accepted, ...codes])}
              onForget={(code) => accept.mutate(accepted.filter((other) => other !== code))}
            />
          </div>
        )}
        <div className="sticky bottom-0 border-line border-t bg-surface p-4">
          <MendImageBar imageId={image._id} {...{ findings, widthIn }} sheetTemplateId={under} />
        </div>
      </aside>
    </div>
  )
}

/** Returns a width that is none of the seller's sizes as the picker shows one. */
function sizeAt(widthIn: number) {
  return { _id: "", name: formatTyped(widthIn), value: widthIn }
}
