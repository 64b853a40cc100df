/** The room for toasts at the right edge: on wide screens they are 22rem wide, 1.5rem from the edge. */
const TOAST_SPAN_PX = 400
/** The height of three toasts with the space below them: room is kept before there are any. */
const TOASTS_HEIGHT_PX = 240
/** The height of the page's header, which toasts never cover. */
const HEADER_PX = 56
const SPACE_PX = 24
/** The gap that sonner leaves between toasts. */
const TOAST_GAP_PX = 14
/** The highest share of the screen that toasts are raised by, so that they stay on it. */
const HIGHEST_SHARE = 0.65

const feet = new Set<HTMLElement>()

/** Returns a `ref` callback for a screen's main action near the bottom edge: toasts appear above it. */
export function clearOfToasts(foot: HTMLElement | null): (() => void) | undefined {
  if (foot === null) return
  feet.add(foot)
  const sizes = new ResizeObserver(lift)
  sizes.observe(foot)
  const dialog = foot.closest("[role=dialog]")
  if (dialog) sizes.observe(dialog)
  // Modals slide into place.
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

/**
 * Tells the stylesheet how far to raise toasts: above each foot, but not over the page's header. On phones
 * they lie above a whole dialog that leaves room for them.
 */
export function lift(): void {
  const { innerWidth, innerHeight } = window
  const isWide = window.matchMedia("(min-width: 48rem)").matches
  const stackPx = toastsHeightPx()
  const dialogPx = isWide ? 0 : innerHeight - dialogTopPx()
  const isRoomAbove = dialogPx > 0 && dialogPx + stackPx + SPACE_PX <= innerHeight
  const reachPx = Math.max(TOASTS_HEIGHT_PX, stackPx + SPACE_PX)
  const left = isWide ? innerWidth - TOAST_SPAN_PX : 0
  const tops = [...feet]
    .map((foot) => foot.getBoundingClientRect())
    .filter(({ height, right, bottom }) => height > 0 && right > left && bottom > innerHeight - reachPx)
    .map(({ top }) => innerHeight - top)
  const highestPx = Math.min(innerHeight * HIGHEST_SHARE, innerHeight - HEADER_PX - SPACE_PX - stackPx)
  const liftPx = Math.max(0, Math.min(Math.max(0, ...tops), highestPx))
  const raisedPx = Math.round(isRoomAbove ? dialogPx : liftPx)
  document.documentElement.style.setProperty("--toast-lift", `${raisedPx}px`)
}

/** Returns where the highest dialog with a foot begins, or the screen's bottom edge. */
function dialogTopPx(): number {
  const dialogs = [...feet].flatMap((foot) => foot.closest("[role=dialog]") ?? [])
  return Math.min(window.innerHeight, ...dialogs.map((dialog) => dialog.getBoundingClientRect().top))
}

/** Returns the height of all visible messages, spread out. */
function toastsHeightPx(): number {
  const shown = document.querySelectorAll<HTMLElement>('[data-sonner-toast][data-visible="true"]')
  return [...shown].reduce((sum, toast) => sum + toast.offsetHeight + TOAST_GAP_PX, 0)
}
