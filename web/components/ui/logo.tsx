import { classList } from "../../lib/class-list.ts"

/** Draws the mark: a sheet folded once, as an S. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 32 32"
      className={classList("flex-none [:where(&)]:size-7", className)}
      aria-hidden="true"
    >
      <rect width="32" height="32" rx="8" fill="var(--color-mat-700)" />
      <path
        d="M24 8.2H13.6a4.6 4.6 0 0 0 0 9.2h4.8"
        fill="none"
        stroke="var(--color-white)"
        strokeWidth="3.6"
      />
      <path
        d="M8 23.8h10.4a4.6 4.6 0 0 0 0-9.2h-4.8"
        fill="none"
        stroke="var(--color-mat-300)"
        strokeWidth="3.6"
      />
      <path d="M13.4 17.4h5.2" stroke="var(--color-white)" strokeWidth="3.6" />
    </svg>
  )
}

export function Logo({ className }: { className?: string }) {
  return (
    <span
      className={classList(
        "inline-flex items-center gap-2.5 text-lg font-[650] tracking-[-0.02em]",
        className,
      )}
    >
      <LogoMark />
      Sheetsmith
    </span>
  )
}
