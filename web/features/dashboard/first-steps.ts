import type { Statistics } from "../../../contract/account.ts"

export type FirstStep = {
  title: string
  hint: string
  verb: string
  href: string
  search?: Record<string, string>
  isDone: boolean
}

/** What a new seller does first, in this order. */
export function firstSteps(counts: Statistics): FirstStep[] {
  return [
    {
      title: "Upload your artwork",
      hint: "PNG, JPEG or SVG",
      verb: "Upload",
      href: "/images",
      search: { addImage: "true" },
      isDone: counts.totalImages > 0,
    },
    {
      title: "Make a size",
      hint: "The printed width, in inches",
      verb: "Add size",
      href: "/sizes",
      search: { addSize: "true" },
      isDone: counts.totalSizes > 0,
    },
    {
      title: "Build a print",
      hint: "Images, sizes and quantities",
      verb: "New Print",
      href: "/prints/manual-create",
      search: { addPrint: "true" },
      isDone: counts.totalPrints > 0,
    },
    {
      title: "Connect a shop",
      hint: "Its orders become prints",
      verb: "Connect",
      href: "/integrations",
      search: { addIntegration: "true" },
      isDone: counts.totalIntegrations > 0,
    },
  ]
}
