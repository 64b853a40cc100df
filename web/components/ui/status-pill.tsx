import { classList } from "../../lib/class-list.ts"
import type { Tone } from "../../lib/status-tone.ts"

const ground: Record<Tone, string> = {
  good: "bg-good-soft text-good-ink",
  warn: "bg-warn-soft text-warn-ink",
  bad: "bg-bad-soft text-bad-ink",
  busy: "bg-busy-soft text-busy-ink",
}
const dot: Record<Tone, string> = { good: "bg-good", warn: "bg-warn", bad: "bg-bad", busy: "bg-busy" }

export type StatusPillProps = { tone: Tone; children: string; isLive?: boolean; className?: string }

/** Shows a state by colour, dot and word together; a live one pulses. */
export function StatusPill({ tone, children, isLive, className }: StatusPillProps) {
  return (
    <span
      className={classList(
        "inline-flex h-[1.375rem] items-center gap-1.5 whitespace-nowrap rounded-full pr-[0.5625rem] pl-2 text-xs font-[550]",
        ground[tone],
        className,
      )}
    >
      <span
        className={classList(
          "size-[0.4375rem] rounded-full",
          dot[tone],
          isLive &&
            "animate-pulse shadow-[0_0_0_2.5px_color-mix(in_oklab,currentColor_28%,transparent)] motion-reduce:animate-none",
        )}
      />
      {children}
    </span>
  )
}

/** Shows a small grey word beside a name. */
export function Tag({ children, className }: { children: string; className?: string }) {
  return (
    <span
      className={classList(
        "inline-flex h-5 items-center whitespace-nowrap rounded-xs bg-sunken px-[0.4375rem] text-xs font-[500] text-ink-2",
        className,
      )}
    >
      {children}
    </span>
  )
}
