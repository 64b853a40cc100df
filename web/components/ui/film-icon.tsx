import { classNames } from "../../lib/class-names.ts"

/** Draws a roll seen from its end: it stands for credits, which are spent on film. */
export function FilmIcon({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 20 20"
      className={classNames("size-4.5 flex-none", className)}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      aria-hidden="true"
    >
      <circle cx="9" cy="9" r="7" />
      <circle cx="9" cy="9" r="2.4" />
      <path d="M16 9v9h3.5" strokeLinejoin="round" />
    </svg>
  )
}
