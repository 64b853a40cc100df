import { classNames } from "../../lib/class-names.ts"

/** Draws initials on the accent colour. They are decorative beside the name, so screen readers skip them. */
export function Avatar({ name, className }: { name: string; className?: string }) {
  const words = name.trim().split(/\s+/)
  const initials =
    words.length > 1 ? `${words[0].charAt(0)}${words[words.length - 1].charAt(0)}` : name.slice(0, 2)
  return (
    <span
      aria-hidden="true"
      data-initials={initials}
      className={classNames(
        "grid size-7 flex-none place-items-center rounded-full bg-accent-soft text-xs font-[650] text-accent-ink uppercase before:content-[attr(data-initials)]",
        className,
      )}
    />
  )
}
