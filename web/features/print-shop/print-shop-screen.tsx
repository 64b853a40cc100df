import { lazyRouteComponent } from "@tanstack/react-router"
import { Suspense } from "react"
import { PendingScreen } from "../../components/ui/pending-screen.tsx"

const PrintShop = lazyRouteComponent(() => import("./print-shop.tsx"), "PrintShop")

/** Loads the print shop's page. It shares its parts with modals, which other pages load when they open them. */
export function PrintShopScreen() {
  return (
    <Suspense fallback={<PendingScreen />}>
      <PrintShop />
    </Suspense>
  )
}

PrintShopScreen.fetchAhead = () => void PrintShop.preload?.()
