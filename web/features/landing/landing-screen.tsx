import { lazy, Suspense } from "react"
import { DayGrid } from "./day-grid.tsx"
import { FeatureGrid } from "./feature-grid.tsx"
import { Hero } from "./hero.tsx"
import { LandingFooter } from "./landing-footer.tsx"
import { LandingHeader } from "./landing-header.tsx"
import { Solutions } from "./solutions.tsx"

/** What stands far below is fetched after what a visitor sees first. */
const Offer = lazy(() => import("./offer.tsx").then(({ Offer }) => ({ default: Offer })))

export function LandingScreen() {
  return (
    <>
      <LandingHeader />
      <main>
        <Hero />
        <Solutions />
        <FeatureGrid />
        <DayGrid />
        <Suspense fallback={<div className="min-h-screen" />}>
          <Offer />
        </Suspense>
      </main>
      <LandingFooter />
    </>
  )
}
