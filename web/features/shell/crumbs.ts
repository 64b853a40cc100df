import type { Crumb } from "../../lib/page-meta.ts"

const names: Record<string, string> = {
  orders: "Integration Orders",
  "manual-create": "Manual Create",
  "review-print": "Review Print",
  "completed-payments": "Completed Payments",
}
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Returns Home, then one crumb per path segment. An id has none: its page knows its own name. */
export function crumbsOf(path: string): Crumb[] {
  const segments = path.split("/").filter(Boolean)
  const crumbs = segments.flatMap((segment, index) => {
    if (uuid.test(segment)) return []
    return [{ label: nameOf(segment), href: `/${segments.slice(0, index + 1).join("/")}` }]
  })
  return [{ label: "Home", href: "/dashboard" }, ...crumbs]
}

function nameOf(segment: string): string {
  return (
    names[segment] ??
    decode(segment)
      .split("-")
      .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
      .join(" ")
  )
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    // A stray per cent sign: shown as it came.
    return segment
  }
}
