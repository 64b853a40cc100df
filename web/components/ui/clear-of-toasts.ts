/** On wide screens toasts are 22rem wide, 1.5rem from the right: they cover nothing beyond this. */
const TOAST_SPAN_PX = 400
/** Three of them, spread out, with the space below them. */
const TOASTS_HEIGHT_PX = 240
/** However much stands at the bottom, toasts stay on the screen. */
const HIGHEST_SHARE = 0.65

const feet = new Set<HTMLElement>()

/** A `ref` for a screen's main action near the bottom edge: toasts appear above it. */
export function clearOfToasts(foot: HTMLElement | null): (() => void) | undefined {
  if (foot === null) return
  feet.add(foot)
  const sizes = new ResizeObserver(lift)
  sizes.observe(foot)
  // Modals slide into their place.
  window.addEventListener("animationend", lift)
  window.addEventListener("resize", lift)
  return () => {
    sizes.disconnect()
    window.removeEventListener("animationend", lift)
    window.removeEventListener("resize", lift)
    feet.delete(foot)
    lift()
  }
}

/** Tells the stylesheet how far up toasts go. */
function lift(): void {
  const { innerWidth, innerHeight } = window
  const isWide = window.matchMedia("(min-width: 48rem)").matches
  const left = isWide ? innerWidth - TOAST_SPAN_PX : 0
  const tops = [...feet]
    .map((foot) => foot.getBoundingClientRect())
    .filter(
      ({ height, right, bottom }) => height > 0 && right > left && bottom > innerHeight - TOASTS_HEIGHT_PX,
    )
    .map(({ top }) => innerHeight - top)
  const liftPx = Math.min(Math.max(0, ...tops), innerHeight * HIGHEST_SHARE)
  document.documentElement.style.setProperty("--toast-lift", `${Math.round(liftPx)}px`)
}
