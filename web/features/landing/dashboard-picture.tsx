import { FilmMeter } from "../../components/ui/film-meter.tsx"
import { FilmSheet } from "../../components/ui/film-sheet.tsx"
import { Progress } from "../../components/ui/progress.tsx"
import { StatusPill } from "../../components/ui/status-pill.tsx"
import { mixedFilm, mixedFilmLengthIn } from "./sample-film.ts"

const figures = [
  { label: "Pending Prints", value: "1" },
  { label: "Total Prints", value: "8" },
  { label: "Used Credits", value: "64" },
]

/** Draws a small dashboard: figures, a print in progress, the film of the month. */
export function DashboardPicture() {
  return (
    <div aria-hidden="true" className="absolute inset-0 grid place-items-center p-5">
      <div className="w-full max-w-[34rem] rounded-xl bg-canvas p-4 text-ink shadow-modal">
        <div className="grid grid-cols-3 gap-2">
          {figures.map((figure) => (
            <div key={figure.label} className="rounded-lg border border-line bg-surface p-3 coarse:px-2">
              <div className="truncate text-xs text-ink-2 coarse:text-2xs coarse:tracking-tight">
                {figure.label}
              </div>
              <div className="mt-1 text-xl font-[640]">{figure.value}</div>
            </div>
          ))}
        </div>
        <div className="mt-2 flex gap-4 rounded-lg border border-line bg-surface p-3">
          <div className="mat flex h-36 w-32 flex-none justify-center overflow-hidden rounded-md pt-3 [--sq:14px]">
            <FilmSheet isLazy pieces={mixedFilm} lengthIn={mixedFilmLengthIn} inch="4.6px" roll="8px" />
          </div>
          <div className="min-w-0 flex-1">
            <div className="flex items-center justify-between gap-2">
              <b className="text-sm font-[620]">7f39e1</b>
              <StatusPill tone="busy">Processing</StatusPill>
            </div>
            <div className="mt-1 text-xs text-ink-3">21 copies, 36.15 in</div>
            <Progress
              value={0.62}
              label="Example of a print on its way"
              tone="busy"
              showsValue
              className="mt-4"
            />
            <div className="mt-5 text-xs text-ink-2">Film printed</div>
            <FilmMeter value={0.885} label="Example of the film in use" className="mt-1.5 h-2" />
          </div>
        </div>
      </div>
    </div>
  )
}
