import { useQuery } from "@tanstack/react-query"
import { lazyRouteComponent } from "@tanstack/react-router"
import { RotateCcw } from "lucide-react"
import { Suspense } from "react"
import { Button } from "../../components/ui/button.tsx"
import { asCommand } from "../../lib/as-command.ts"
import { useModalParam } from "../../lib/use-search-modal.ts"
import { manifestOptions } from "./print-calls.ts"

const RemakeModal = lazyRouteComponent(() => import("./remake-modal.tsx"), "RemakeModal")

/** Makes pieces of a finished print again; they are picked on its film. */
export function RemakeButton({ printId }: { printId: string }) {
  const remake = useModalParam("remake")
  const manifest = useQuery({ ...manifestOptions(printId), enabled: remake.isOpen }).data
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        icon={<RotateCcw />}
        {...asCommand("remake-pieces")}
        onClick={() => remake.open()}
      >
        Remake pieces
      </Button>
      {remake.isOpen && manifest && (
        <Suspense>
          <RemakeModal manifest={manifest} onClose={remake.close} />
        </Suspense>
      )}
    </>
  )
}
