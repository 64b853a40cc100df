import { boldFilmLengthIn, boldFilmStart } from "./sample-film.ts"
import { FilmSheet } from "./ui/film-sheet.tsx"

/** A mat with a sheet rolled out on it: the picture beside forms. */
export function MatPane() {
  return (
    <div className="mat relative hidden flex-1 overflow-hidden [--sq:40px] md:block">
      <div className="absolute top-20 left-28 origin-top-left -rotate-6">
        <FilmSheet pieces={boldFilmStart} lengthIn={boldFilmLengthIn} inch="30px" roll="64px" />
      </div>
    </div>
  )
}
