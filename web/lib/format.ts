import { DAY_MS, MINUTE_MS } from "../../contract/duration.ts"
import { MAX_COUNTED_FIGURE } from "../../contract/limit.ts"
import type { Pagination } from "../../contract/list.ts"
import { shortMonths } from "../../contract/month.ts"

const count = new Intl.NumberFormat("en")
const usd = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" })

/** `1,000` */
export function formatCount(value: number): string {
  return count.format(value)
}

/** Returns a list's total: `1,234`, or `10,000+` if there are more than were counted. */
export function formatTotal({
  totalDocuments,
  isExact,
}: Pick<Pagination, "totalDocuments" | "isExact">): string {
  return `${formatCount(totalDocuments)}${isExact ? "" : "+"}`
}

/** Returns a figure of the dashboard: `1,234`, or `100,000+` where no more are counted. */
export function formatFigure(value: number): string {
  return formatTotal({ totalDocuments: value, isExact: value < MAX_COUNTED_FIGURE })
}

/** `$10.00` */
export function formatUsd(dollars: number): string {
  return usd.format(dollars)
}

export { moneyText as formatMoney } from "../../contract/money.ts"

/** Returns `83.7%` of a share 0..1. */
export function formatShare(share: number): string {
  return `${Math.round(share * 1000) / 10}%`
}

/** `12.4 MB`, `3.1 GB`, in powers of 1024 as file managers count. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  if (bytes < 1024 ** 2) return `${Math.round(bytes / 1024)} KB`
  const [unit, name] = bytes < 1024 ** 3 ? [1024 ** 2, "MB"] : [1024 ** 3, "GB"]
  return `${Math.round((bytes / unit) * 10) / 10} ${name}`
}

/** `2 minutes ago`, `14:06`, `Yesterday, 18:22`, `18 Nov, 17:20`, `18 Nov 2025`. */
export function formatWhen(iso: string, nowMs: number = Date.now()): string {
  const then = new Date(iso)
  const ageMs = nowMs - then.getTime()
  if (Number.isNaN(ageMs)) return ""
  if (ageMs >= 0 && ageMs < MINUTE_MS) return "Just now"
  if (ageMs >= 0 && ageMs < 600_000) {
    const minutes = Math.floor(ageMs / MINUTE_MS)
    return minutes === 1 ? "1 minute ago" : `${minutes} minutes ago`
  }
  const now = new Date(nowMs)
  if (then.toDateString() === now.toDateString()) return timeOf(then)
  if (then.toDateString() === new Date(nowMs - DAY_MS).toDateString()) return `Yesterday, ${timeOf(then)}`
  if (then.getFullYear() === now.getFullYear()) return `${dayMonth(then)}, ${timeOf(then)}`
  return `${dayMonth(then)} ${then.getFullYear()}`
}

/** `18 Nov 2026` */
export function formatDate(iso: string): string {
  const date = new Date(iso)
  return Number.isNaN(date.getTime()) ? "" : `${dayMonth(date)} ${date.getFullYear()}`
}

/** `18 Nov 2026, 17:20`: for records, whose date must not depend on when they are read. */
export function formatDateTime(iso: string): string {
  const date = new Date(iso)
  return Number.isNaN(date.getTime()) ? "" : `${formatDate(iso)}, ${timeOf(date)}`
}

/** Cuts to `length` characters plus an ellipsis: a message of 50 fits a notification. */
export function truncate(text: string, length = 20): string {
  return text.length <= length ? text : `${text.slice(0, length).trimEnd()}...`
}

/** Returns the end of an id, which differs between neighbours (its beginning is a clock): `7f3a2c`. */
export function shortId(id: string): string {
  return id.replaceAll("-", "").slice(-6)
}

/** `1 copy`, `12 copies` */
export function plural(value: number, one: string, many = `${one}s`): string {
  return `${formatCount(value)} ${value === 1 ? one : many}`
}

/** Returns the address of a stored file (`file.path` as the API names it). */
export function fileUrl(path: string): string {
  return `/api/${path.split("/").map(encodeURIComponent).join("/")}`
}

/** Formats by hand, because the browser's formatter of dates takes 20 ms to make, before the first screen. */
function dayMonth(date: Date): string {
  return `${date.getDate()} ${shortMonths[date.getMonth()]}`
}

function timeOf(date: Date): string {
  return [date.getHours(), date.getMinutes()].map((part) => String(part).padStart(2, "0")).join(":")
}

/** Lowers the first letter, for words within a sentence. */
export function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}

/** Capitalises the first letter and keeps the rest as typed: names stay as their owners write them. */
export function capitalise(text: string): string {
  return text.charAt(0).toLocaleUpperCase("en") + text.slice(1)
}
