import { ArrowRight } from "lucide-react"
import { FilmSheet } from "../../components/ui/film-sheet.tsx"
import { artwork, mixedFilm, mixedFilmLengthIn } from "./sample-film.ts"

const items = [
  { src: artwork.cosmicCat, name: "Cosmic Cat", size: "Adult chest 7.5 in", copies: 2 },
  { src: artwork.goodVibes, name: "Good Vibes", size: "Full front 10 in", copies: 2 },
  { src: artwork.wanderOften, name: "Wander Often", size: "Adult chest 7.5 in", copies: 2 },
  { src: artwork.lunaMoth, name: "Luna Moth", size: "Pocket 3.5 in", copies: 3 },
]

/** Draws a list of artwork with sizes that becomes a packed sheet. */
export function PlacementPicture() {
  return (
    <div aria-hidden="true">
      <div className="absolute inset-y-0 left-5 z-10 flex w-[19rem] flex-col justify-center gap-3 md:left-8">
        {items.map((item) => (
          <div
            key={item.name}
            className="flex items-center gap-3 rounded-lg bg-raised p-2.5 text-ink shadow-float"
          >
            <span className="checker checker-sm size-12 flex-none rounded-xs p-1">
              <img src={item.src} alt="" loading="lazy" className="size-full object-contain" />
            </span>
            <span className="min-w-0 flex-1">
              <span className="block truncate text-sm font-[550]">{item.name}</span>
              <span className="block truncate text-xs text-ink-3">{item.size}</span>
            </span>
            <span className="text-sm font-[600]">× {item.copies}</span>
            <ArrowRight className="size-4 text-ink-3" />
          </div>
        ))}
      </div>
      <FilmSheet
        isLazy
        pieces={mixedFilm}
        lengthIn={mixedFilmLengthIn}
        inch="15px"
        roll="32px"
        className="absolute top-16 left-[17rem] rotate-2 md:top-10 md:left-[25rem]"
      />
    </div>
  )
}
