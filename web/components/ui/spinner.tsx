import { classList } from "../../lib/class-list.ts"

/** A turning arc in the colour of its text; decorative, so say what is happening beside it. */
export function Spinner({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 16 16"
      className={classList("flex-none motion-safe:animate-spin [:where(&)]:size-4", className)}
      aria-hidden="true"
    >
      <circle cx="8" cy="8" r="6.5" fill="none" stroke="currentColor" strokeWidth="2" opacity="0.25" />
      <path
        d="M8 1.5A6.5 6.5 0 0 1 14.5 8"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
      />
    </svg>
  )
}

/**
 * Stands for a page that is still loading. Meanwhile index.html's own spinner shows, so that it
 * turns from the first paint without a break; `styles/start.css` shows it.
 */
export function StartLoader() {
  return <div data-start-loader className="min-h-dvh" />
}
