import type { ReactNode } from "react"

/** The row beneath the film, as high while it loads as with its figures. */
export const jobRow =
  "flex min-h-24 flex-wrap items-center gap-x-8 gap-y-4 px-5 py-4 coarse:min-h-64 coarse:content-start coarse:px-4"

/** Draws the mat with the film; without one, film without artwork comes off the roll. */
export function JobMat({ children }: { children?: ReactNode }) {
  return <div className="mat relative h-66 [--sq:19px] coarse:h-52">{children ?? <EmptyRoll />}</div>
}

/** Says what the job is, and below it how it stands. */
export function JobTitle({ children, note }: { children: ReactNode; note: ReactNode }) {
  return (
    <div className="min-w-0 flex-1 basis-72">
      <h2 id="todays-job" className="text-xl font-[640]">
        {children}
      </h2>
      <p className="mt-0.5 text-sm text-ink-2">{note}</p>
    </div>
  )
}

/** Draws film without artwork, coming off the roll at the left. */
function EmptyRoll() {
  return (
    <div
      aria-hidden="true"
      className="absolute inset-0 flex items-center overflow-hidden pl-16 [--in:9.2px] [--len:200] coarse:pl-8 coarse:[--in:6.4px]"
    >
      <div className="roll-x my-[-2px] h-52 flex-none coarse:h-37" />
      <div className="film film-x flex-none" />
    </div>
  )
}
