import { DayGrid } from "./day-grid.tsx"
import { FeatureGrid } from "./feature-grid.tsx"
import { Hero } from "./hero.tsx"
import { LandingFooter } from "./landing-footer.tsx"
import { LandingHeader } from "./landing-header.tsx"
import { Solutions } from "./solutions.tsx"

export function LandingScreen() {
  return (
    <>
      <LandingHeader />
      <main>
        <Hero />
        <Solutions />
        <FeatureGrid />
        <DayGrid />
      </main>
      <LandingFooter />
    </>
  )
}
