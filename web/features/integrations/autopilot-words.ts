import type { Autopilot, AutopilotPreview, AutopilotRun } from "../../../contract/autopilots/autopilot.ts"
import { lowerFirst, plural } from "../../lib/format.ts"
import { formatLength, formatTyped } from "../../lib/length.ts"
import { shipDay } from "../../lib/ship-day.ts"

/** Finds the autopilot that prints a store's orders: its own, or one for several or all stores. */
export function autopilotOf<
  One extends Pick<Autopilot, "integrationId" | "isForAllStores" | "moreIntegrationIds">,
>(all: readonly One[], integrationId: string): One | undefined {
  return all.find(
    (one) =>
      one.isForAllStores ||
      one.integrationId === integrationId ||
      one.moreIntegrationIds.some((id) => id === integrationId),
  )
}

type Named = Pick<Autopilot, "isForAllStores" | "moreIntegrationIds">

/**
 * Returns `autopilot of Tea towels`, `autopilot of Tea towels and 2 more` or `autopilot for all stores`.
 * `store` is any of its stores.
 */
export function autopilotName({ isForAllStores, moreIntegrationIds }: Named, store: string): string {
  if (isForAllStores) return "autopilot for all stores"
  const more = moreIntegrationIds.length
  return `autopilot of ${store}${more > 0 ? ` and ${more} more` : ""}`
}

/** Returns what a run would do now: `9 orders, 54.2 in of film, 21 credits`. */
export function previewWords({ orders, lengthIn, credits }: AutopilotPreview): string {
  return [
    plural(orders, "order"),
    ...(lengthIn ? [`${formatLength(lengthIn)} of film`] : []),
    ...(credits > 0 ? [plural(credits, "credit")] : []),
  ].join(", ")
}

export function isRunning({ state }: Pick<AutopilotRun, "state">): boolean {
  return state !== "done" && state !== "failed"
}

/** Returns `Next 07:00 tomorrow`, in the autopilot's own zone; else why there is no next run. */
export function nextRunWords(autopilot: Autopilot, nowMs: number = Date.now()): string {
  const { isPaused, nextRunAt, minLengthIn, timeZone, sheetTemplateId, lastRun } = autopilot
  if (lastRun !== null && isRunning(lastRun)) return "Runs now"
  if (isPaused) return "Paused"
  if (sheetTemplateId === null) return "Stopped: its sheet template was deleted"
  if (nextRunAt !== null) {
    const { words, date } = shipDay(nextRunAt, timeZone, nowMs)
    return `Next ${timeIn(nextRunAt, timeZone)} ${words === date ? `on ${date}` : lowerFirst(words)}`
  }
  return minLengthIn === null ? "On" : `Once there are ${formatTyped(minLengthIn)} of film`
}

function timeIn(iso: string, timeZone: string): string {
  return new Date(iso).toLocaleTimeString("en-GB", { timeZone, hour: "2-digit", minute: "2-digit" })
}
