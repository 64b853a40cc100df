// How the page's scripts are cut into files: by common first need, not by package.

/** A path in `web/` that is fetched by itself: the page, or a file that is imported when first shown. */
export type Root = string

export const PAGE: Root = "index.html"
/** Around every page behind the sign-in, every form in front of it, and both. */
export const APP_FRAME: Root = "features/shell/protected-frame.tsx"
export const ACCOUNT_FRAME: Root = "features/account/account-frame.tsx"
export const TOASTS: Root = "components/ui/toast.tsx"
/** The page that a sign-in leads to. It and the builder have no table. */
export const HOME: Root = "features/dashboard/dashboard-screen.tsx"
export const BUILDER: Root = "features/prints/builder-screen.tsx"
/** The pages that show a film beside a table. */
const SAVED: readonly Root[] = ["features/prints/open-print-screen.tsx", "features/prints/review-screen.tsx"]
/** The pages that show a print's film. Packing and stage come with the first of them. */
export const DESK: readonly Root[] = [BUILDER, ...SAVED]
/** The page of a print, which shows one of two others, and the page beside it. */
export const DETAILS: Root = "features/prints/print-details-screen.tsx"
export const DETAILED: readonly Root[] = [
  "features/prints/open-print-screen.tsx",
  "features/prints/finished-print-screen.tsx",
]
/** The pages about what programs may do. */
const PROGRAMS: readonly Root[] = [
  "features/developers/developers-screen.tsx",
  "features/profile/profile-screen.tsx",
]
const PRINT: readonly Root[] = [DETAILS, ...DETAILED, "features/prints/manifest-screen.tsx"]

const isPage = (root: Root) =>
  root.endsWith("-screen.tsx") || [PAGE, APP_FRAME, ACCOUNT_FRAME, TOASTS].includes(root)
export const isLanding = (root: Root) => root.startsWith("features/landing/")
/** Returns whether a page is in front of the sign-in, or without one. */
export const isAccount = (root: Root) => /^features\/(account|share)\//.test(root)
/** The page of a buyer, who comes by a link and sees no other, and that of people who write programs. */
export const isBuyers = (root: Root) => /^features\/(proof|developers)\//.test(root)

/**
 * Returns the file that a module is put into, by the roots that need it: that of its only root, or
 *
 *     index     every page
 *     sample    the landing page and the forms in front of the sign-in
 *     account   those forms alone, all of them: they are small, and people go from one to another; not what
 *               one of them opens later
 *     base      those forms and the pages behind the sign-in
 *     shown     the buyer's page or the developers' and the pages behind the sign-in
 *     programs  the developers' page and the profile, which has the tokens
 *     app       every page behind it: the frame, and what dashboard or builder share with others
 *     lists     two pages behind it, mostly those with tables
 *     print     what the pages of one print share, and the page that tells an open from a finished one
 *     desk      the film of a print
 *     saved     the two pages with a film and tables, as one: the builder waits for no table
 *     dialogs   modules shared by several parts that are opened on a page, and by no page itself
 *
 * A part that is opened counts only if no page needs the module. A module's imports are needed by at
 * least the same roots, and more roots only lead up this list: so no two files import each other.
 */
export function scriptGroupOf(audience: ReadonlySet<Root>): string | null {
  const pages = [...audience].filter(isPage)
  const roots = pages.length > 0 ? pages : [...audience]
  // A part of the landing page is opened where nothing of the pages behind the sign-in is loaded.
  const isForLanding = [...audience].some(isLanding)
  const isForAccount = roots.some(isAccount)
  const isForBuyers = roots.some(isBuyers)
  const behind = roots.filter((root) => !isLanding(root) && !isAccount(root) && !isBuyers(root))
  if (audience.has(PAGE) || (isForLanding && (behind.length > 0 || isForBuyers))) return "index"
  if (isForLanding) return isForAccount ? "sample" : fileOf(roots)
  const isForBoth = isForAccount && (behind.length > 0 || isForBuyers)
  if (audience.has(TOASTS) || (isForBoth && pages.length > 0)) return "base"
  if (isForAccount && !isForBoth && (pages.length > 0 || roots.length > 1)) return "account"
  if (roots.length > 1 && roots.every((root) => PROGRAMS.includes(root))) return "programs"
  if (isForBuyers && behind.length > 0) return "shown"
  if (audience.has(APP_FRAME)) return "app"
  if (roots.every((root) => SAVED.includes(root))) return "saved"
  if (roots.length < 2) return audience.has(DETAILS) ? "print" : fileOf(roots)
  if (pages.length === 0) return "dialogs"
  if (roots.every((root) => DESK.includes(root))) return "desk"
  if (roots.every((root) => PRINT.includes(root))) return "print"
  return audience.has(HOME) || audience.has(BUILDER) ? "app" : "lists"
}

/** Returns a root's own file; null for a module that no root needs. */
function fileOf([root]: readonly Root[]): string | null {
  return root?.replace(/^.*\/|\.\w+$/g, "") ?? null
}
