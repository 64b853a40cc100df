import { useMutation } from "@tanstack/react-query"
import { Check, ChevronsUpDown, Upload } from "lucide-react"
import { type KeyboardEvent, useRef, useState } from "react"
import { type Font, fontCategories } from "../../../contract/artwork/font.ts"
import { Button } from "../../components/ui/button.tsx"
import { Chip } from "../../components/ui/chip.tsx"
import { controlClasses, FieldError } from "../../components/ui/field.tsx"
import { Popover } from "../../components/ui/popover.tsx"
import { useFilePicker } from "../../components/ui/use-file-picker.tsx"
import { classNames } from "../../lib/class-names.ts"
import { capitalise, plural } from "../../lib/format.ts"
import { toastError, toastFailure } from "../../lib/toast.tsx"
import { fontName } from "../images/face-words.ts"
import { fontFiles, uploadFonts } from "../images/font-calls.ts"
import { FontSample } from "../images/font-sample.tsx"

/** The kinds of fonts, own ones before the library's. */
const kinds = ["own", ...fontCategories.filter((name) => name !== "own")] as const

type FontPickerProps = {
  fonts: readonly Font[]
  fontId: Font["_id"]
  /** The text that the fonts are shown with. */
  sample: string
  onPick: (fontId: Font["_id"]) => void
}

/** Lets people choose a text's font: each is shown in its own face, and found by name or by use. */
export function FontPicker({ fonts, fontId, sample, onPick }: FontPickerProps) {
  const [isOpen, setIsOpen] = useState(false)
  const font = fonts.find(({ _id }) => _id === fontId)
  return (
    <div className="col-span-2">
      <span className="mb-1.5 block text-sm font-[550]">Font</span>
      <Popover
        label="Fonts"
        align="end"
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        className="flex max-h-[min(32rem,var(--radix-popover-content-available-height))] w-96 flex-col"
        trigger={
          <button
            type="button"
            aria-label={`Font: ${font ? fontName(font) : "deleted"}`}
            aria-invalid={font === undefined || undefined}
            className={classNames(controlClasses, "flex h-11 items-center gap-2 px-3 text-left")}
          >
            <span className="min-w-0 flex-1">
              {font ? (
                <FontSample font={font} text={font.family} className="h-9 text-xl leading-9" />
              ) : (
                "Choose a font"
              )}
            </span>
            <ChevronsUpDown aria-hidden="true" className="size-3.5 flex-none text-ink-3" />
          </button>
        }
      >
        <FontList
          {...{ fonts, fontId, sample }}
          onPick={(id) => {
            onPick(id)
            setIsOpen(false)
          }}
        />
      </Popover>
      {font === undefined && <FieldError>This font was deleted. Choose another one.</FieldError>}
    </div>
  )
}

function FontList({ fonts, fontId, sample, onPick }: FontPickerProps) {
  const [search, setSearch] = useState("")
  const [category, setCategory] = useState<string | null>(null)
  const list = useRef<HTMLDivElement>(null)
  const wanted = search.trim().toLowerCase()
  const shown = fonts.filter(
    (font) =>
      (category === null || font.category === category) && fontName(font).toLowerCase().includes(wanted),
  )
  const known = new Set(fonts.map((font) => font.category))
  const own = fonts.filter(({ source }) => source === "account").length
  return (
    <>
      <div className="border-line-soft border-b p-3">
        <input
          type="search"
          aria-label="Search fonts"
          placeholder="Search fonts"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== "ArrowDown") return
            event.preventDefault()
            list.current?.querySelector("button")?.focus()
          }}
          className={classNames(controlClasses, "h-9 px-3 coarse:h-11")}
        />
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend and a box */}
        <div
          role="group"
          aria-label="Kinds of fonts"
          className="-mx-3 mt-2.5 flex gap-1.5 overflow-x-auto overflow-y-hidden px-3 py-1"
        >
          <Chip isPicked={category === null} onPick={() => setCategory(null)}>
            All
          </Chip>
          {kinds
            .filter((name) => known.has(name))
            .map((name) => (
              <Chip key={name} isPicked={category === name} onPick={() => setCategory(name)}>
                {name === "own" ? "My fonts" : capitalise(name)}
              </Chip>
            ))}
        </div>
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys go between its buttons */}
      <div ref={list} onKeyDown={walk} className="min-h-40 flex-1 overflow-y-auto p-2">
        {shown.map((font) => (
          <button
            key={font._id}
            type="button"
            aria-pressed={font._id === fontId}
            onClick={() => onPick(font._id)}
            className={classNames(
              "flex h-11 w-full items-center gap-3 rounded-sm px-2.5 text-left hover:bg-hover",
              font._id === fontId && "bg-accent-soft text-accent-ink",
            )}
          >
            <span className="min-w-0 flex-1">
              <FontSample font={font} text={sample} className="h-9 text-xl leading-9" />
            </span>
            <span className="max-w-36 truncate text-right text-ink-2 text-xs">{fontName(font)}</span>
            {font._id === fontId && <Check aria-hidden="true" className="size-4 flex-none" />}
          </button>
        ))}
        {shown.length === 0 && (
          <p role="status" className="py-10 text-center text-ink-2 text-sm">
            No font has this name.
          </p>
        )}
      </div>
      <div className="flex items-center justify-between gap-3 border-line-soft border-t py-2 pr-2 pl-4 text-ink-2 text-sm">
        <span>
          {plural(fonts.length, "font")}, {own} of them yours
        </span>
        <UploadFont onPick={onPick} />
      </div>
    </>
  )
}

function UploadFont({ onPick }: Pick<FontPickerProps, "onPick">) {
  const upload = useMutation({
    mutationFn: (files: readonly File[]) => uploadFonts(files),
    onSuccess: ({ data, refused }) => {
      for (const { name, reason } of refused) toastError(`${name}: ${reason}`)
      const [first] = data
      if (first) onPick(first._id)
    },
    onError: toastFailure,
    meta: { silent: true },
  })
  const picker = useFilePicker({ ...fontFiles, onFiles: (files) => upload.mutate(files) })
  return (
    <>
      <Button variant="ghost" size="sm" icon={<Upload />} isLoading={upload.isPending} onClick={picker.open}>
        Upload font
      </Button>
      {picker.input}
    </>
  )
}

/** Moves between the fonts by arrows, Home and End. */
function walk(event: KeyboardEvent<HTMLElement>) {
  const buttons = [...event.currentTarget.querySelectorAll("button")]
  const at = event.target instanceof HTMLButtonElement ? buttons.indexOf(event.target) : -1
  const last = buttons.length - 1
  const to = { ArrowDown: Math.min(at + 1, last), ArrowUp: at - 1, Home: 0, End: last }[event.key]
  if (to === undefined || at < 0) return
  event.preventDefault()
  if (to >= 0) return buttons[to]?.focus()
  event.currentTarget.parentElement?.querySelector("input")?.focus()
}
