import { Prices } from "./prices.tsx"
import { Saving } from "./saving.tsx"

/** Shows what the film that is saved comes to, and what credits cost. */
export function Offer() {
  return (
    <>
      <Saving />
      <Prices />
    </>
  )
}
