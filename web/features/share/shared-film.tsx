import { useRef } from "react"
import type { SharedSheet } from "../../../contract/delivery/share.ts"
import { sidesText } from "../../../contract/length.ts"
import { FilmBar } from "../../components/film-bar.tsx"
import { FilmMat } from "../../components/film-mat.tsx"
import { fileUrl } from "../../lib/format.ts"
import { useFilmView } from "../../lib/use-film-view.ts"

type SharedFilmProps = {
  sheets: readonly SharedSheet[]
  shown: SharedSheet
  onShow: (sheet: SharedSheet) => void
}

/** Shows a sheet of a link as it was written, with the way to the others. */
export function SharedFilm({ sheets, shown, onShow }: SharedFilmProps) {
  const mat = useRef<HTMLElement>(null)
  const film = useRef<HTMLDivElement>(null)
  const view = useFilmView(mat, film)
  const { widthIn, lengthIn, previewPath } = shown
  const index = sheets.indexOf(shown)
  return (
    <div className="flex h-78 min-w-0 flex-col bg-stage text-stage-ink-2 md:sticky md:top-0 md:h-[calc(100dvh-3.5rem)] md:flex-1">
      <FilmBar index={index} count={sheets.length} onIndex={(next) => onShow(sheets[next])} view={view} />
      <FilmMat
        {...{ widthIn, lengthIn, mat, view }}
        label={`Sheet ${index + 1} of ${sheets.length}, ${sidesText(widthIn, lengthIn, "in")}`}
      >
        <div ref={film} className="film">
          {previewPath !== null && (
            <img
              src={fileUrl(previewPath)}
              alt={`Sheet ${index + 1}`}
              draggable={false}
              className="inset-0! size-full!"
            />
          )}
        </div>
      </FilmMat>
    </div>
  )
}
