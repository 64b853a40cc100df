import { useMutation, useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { type Font, type FontReplacement, familyKeyOf } from "../../../contract/artwork/font.ts"
import type { Image } from "../../../contract/artwork/image.ts"
import { Button } from "../../components/ui/button.tsx"
import { Select } from "../../components/ui/select.tsx"
import { toastUndo } from "../../lib/toast.tsx"
import { fontsOptions } from "./font-calls.ts"
import { updateImage } from "./image-calls.ts"

/** Shows the fonts that an image's own text names and nobody has, and their replacements. */
export function ReplacedFonts({ image }: { image: Image }) {
  const { missingFonts, fontReplacements } = image
  const isAsked = missingFonts.length > 0 || fontReplacements.length > 0
  const fonts = useQuery({ ...fontsOptions(), enabled: isAsked, meta: { silent: true } }).data?.data ?? []
  const saving = useMutation({
    mutationFn: async ({ next }: { next: readonly FontReplacement[]; words: string }) => {
      await updateImage(image._id, { fontReplacements: [...next] })
      return () => updateImage(image._id, { fontReplacements })
    },
    onSuccess: (undo, { words }) => toastUndo(words, undo),
  })
  if (!isAsked) return null
  const others = (family: string) =>
    fontReplacements.filter((one) => familyKeyOf(one.family) !== familyKeyOf(family))
  const waiting = missingFonts.filter((family) => others(family).length === fontReplacements.length)
  return (
    <section aria-label="Fonts in this artwork" className="mt-2 grid gap-2 text-sm">
      {waiting.map((family) => (
        <div key={family} className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <Select
            label={`Font instead of ${family}`}
            size="sm"
            value=""
            placeholder={`Replace “${family}” with another font`}
            isDisabled={saving.isPending}
            options={fonts.map((font) => ({ value: font._id, label: nameOf(font) }))}
            onValueChange={(id) => {
              const font = fonts.find(({ _id }) => _id === id)
              if (!font) return
              const next = [...others(family), { family, fontId: font._id }]
              saving.mutate({ next, words: `“${family}” is replaced with ${nameOf(font)}` })
            }}
            className="w-64"
          />
          <Link to="/fonts" className="touch font-[550] text-accent-ink hover:underline">
            Upload the font
          </Link>
        </div>
      ))}
      {fontReplacements.map(({ family, fontId }) => {
        const font = fonts.find(({ _id }) => _id === fontId)
        return (
          <div key={family} className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <span className="min-w-0 [overflow-wrap:anywhere]">
              “{family}” is replaced with {font ? nameOf(font) : "a font that was deleted"}
            </span>
            <Button
              size="sm"
              aria-label={`Undo replacing ${family}`}
              isLoading={saving.isPending}
              onClick={() =>
                saving.mutate({ next: others(family), words: `“${family}” is no longer replaced` })
              }
            >
              Undo
            </Button>
          </div>
        )
      })}
    </section>
  )
}

/** `Oswald`, `Oswald 700 italic` */
function nameOf({ family, weight, style }: Font): string {
  return [family, weight === 400 ? "" : String(weight), style === "italic" ? "italic" : ""]
    .filter((part) => part !== "")
    .join(" ")
}
