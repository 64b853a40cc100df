import { classList } from "../../lib/class-list.ts"

/** Draws a turning arc in the colour of its text. It is decorative, so say beside it what is happening. */
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
 * Stands for a page that is still loading. At a hard start index.html's own spinner turns in its place;
 * within the app it appears slowly, so that quick pages show none.
 */
export function StartLoader() {
  return (
    <div
      data-start-loader
      className="grid min-h-dvh place-items-center [animation:appear_500ms_ease-in] [body:has(#start)_&]:invisible"
    >
      <Spinner className="size-8 text-accent-ink" />
    </div>
  )
}
