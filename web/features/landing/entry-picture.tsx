import { Minus, Plus } from "lucide-react"
import { classList } from "../../lib/class-list.ts"
import { artwork } from "./sample-film.ts"

const library = [
  artwork.goodVibes,
  artwork.wanderOften,
  artwork.cosmicCat,
  artwork.lunaMoth,
  artwork.shredItTaco,
  artwork.petalSmiley,
]
const pickedIndex = 2

/** Draws the library with one design picked, and the panel that asks for its size and quantity. */
export function EntryPicture() {
  return (
    <div aria-hidden="true" className="absolute inset-0 grid place-items-center p-5 text-ink">
      <div className="flex w-full max-w-[36rem] gap-3 rounded-xl bg-canvas p-3 shadow-modal">
        <div className="grid flex-1 grid-cols-3 content-start gap-2">
          {library.map((src, index) => (
            <span
              key={src}
              className={classList(
                "checker checker-sm block aspect-square rounded-md p-[9%]",
                index === pickedIndex && "outline-2 outline-accent outline-offset-2",
              )}
            >
              <img src={src} alt="" loading="lazy" className="size-full object-contain" />
            </span>
          ))}
        </div>
        <div className="hidden w-48 flex-none flex-col rounded-lg border border-line bg-surface p-3 sm:flex">
          <span className="text-sm font-[620]">Cosmic Cat</span>
          <span className="mt-3 text-xs font-[550]">Size</span>
          <span className="mt-1 rounded-md border border-line-strong px-2.5 py-1.5 text-sm">
            Adult chest 7.5 in
          </span>
          <span className="mt-3 text-xs font-[550]">Quantity</span>
          <span className="mt-1 flex h-8 w-fit items-stretch overflow-hidden rounded-md border border-line text-ink-2">
            <span className="grid w-8 place-items-center">
              <Minus className="size-3.5" />
            </span>
            <span className="grid w-10 place-items-center border-line border-x text-sm font-[550] text-ink">
              12
            </span>
            <span className="grid w-8 place-items-center">
              <Plus className="size-3.5" />
            </span>
          </span>
          <span className="mt-auto rounded-md bg-accent py-2 text-center text-sm font-[550] text-on-accent">
            Add to print
          </span>
        </div>
      </div>
    </div>
  )
}
