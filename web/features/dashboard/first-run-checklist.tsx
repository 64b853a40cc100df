import { Link } from "@tanstack/react-router"
import { Check } from "lucide-react"
import type { Statistics } from "../../../contract/accounts/account.ts"
import { artworkKindWords } from "../../../contract/artwork/artwork-kind.ts"
import { lengthUnitNames, pageUnit } from "../../../contract/length.ts"
import { buttonVariants } from "../../components/ui/button.tsx"
import { Card } from "../../components/ui/card.tsx"

/** The circumference of a circle of radius 14, in units of its picture. */
const RING = 2 * Math.PI * 14

/** Shows the first steps; nothing once all are done. */
export function FirstRunChecklist({ counts }: { counts: Statistics }) {
  const steps = firstSteps(counts)
  const doneCount = steps.filter((step) => step.isDone).length
  if (doneCount === steps.length) return null
  const next = steps.find((step) => !step.isDone)
  return (
    <Card className="p-4">
      <section aria-labelledby="first-steps">
        <div className="flex items-center gap-3">
          <div className="flex-1">
            <h2 id="first-steps" className="text-lg font-[620]">
              Finish setting up
            </h2>
            <p className="text-sm text-ink-2">
              {doneCount} of {steps.length} done
            </p>
          </div>
          <svg viewBox="0 0 36 36" className="size-11 -rotate-90" aria-hidden="true">
            <circle cx="18" cy="18" r="14" fill="none" stroke="var(--color-sunken)" strokeWidth="5" />
            {doneCount > 0 && (
              <circle
                cx="18"
                cy="18"
                r="14"
                fill="none"
                stroke="var(--color-accent)"
                strokeWidth="5"
                strokeDasharray={`${(RING * doneCount) / steps.length} ${RING}`}
                strokeLinecap="round"
              />
            )}
          </svg>
        </div>
        <ul className="mt-2 divide-y divide-line-soft">
          {steps.map((step) => (
            <li key={step.title} className="flex min-h-13 items-center gap-3 py-2">
              {step.isDone ? (
                <>
                  <span className="grid size-5 flex-none place-items-center rounded-full bg-accent text-on-accent">
                    <Check className="size-3" strokeWidth={3} aria-hidden="true" />
                  </span>
                  <span className="text-sm text-ink-3 line-through decoration-line-strong">{step.title}</span>
                  <span className="sr-only">done</span>
                </>
              ) : (
                <>
                  <span
                    aria-hidden="true"
                    className="size-5 flex-none rounded-full border-2 border-line-strong"
                  />
                  <span className="min-w-0 flex-1">
                    <span className="block text-sm font-[550]">{step.title}</span>
                    <span className="block text-xs text-ink-3">{step.hint}</span>
                  </span>
                  <Link
                    to={step.href}
                    search={step.search}
                    className={buttonVariants({
                      variant: step === next ? "primary" : "secondary",
                      size: "sm",
                    })}
                  >
                    {step.verb}
                  </Link>
                </>
              )}
            </li>
          ))}
        </ul>
      </section>
    </Card>
  )
}

export type FirstStep = {
  title: string
  hint: string
  verb: string
  href: string
  search?: Record<string, string>
  isDone: boolean
}

/** Returns whether nothing was made or connected yet: the way to the first film is all there is to see. */
export function isNew({ totalPrints, totalOrders, totalIntegrations }: Statistics): boolean {
  return totalPrints + totalOrders + totalIntegrations === 0
}

/** Returns the first steps of a new seller, in order. */
export function firstSteps(counts: Statistics): FirstStep[] {
  return [
    {
      title: "Upload your artwork",
      hint: artworkKindWords,
      verb: "Upload",
      href: "/images",
      search: { addImage: "true" },
      isDone: counts.totalImages > 0,
    },
    {
      title: "Make a size",
      hint: `The printed width, in ${lengthUnitNames[pageUnit()]}`,
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
      title: "Connect a store",
      hint: "Its orders become prints",
      verb: "Connect",
      href: "/integrations",
      search: { addIntegration: "true" },
      isDone: counts.totalIntegrations > 0,
    },
  ]
}
