import { lazyRouteComponent } from "@tanstack/react-router"
import { Download, Printer, RotateCcw } from "lucide-react"
import { Suspense } from "react"
import type { Manifest, ManifestRow } from "../../../contract/prints/manifest.ts"
import { Button, buttonVariants } from "../../components/ui/button.tsx"
import { PageHeader } from "../../components/ui/page-header.tsx"
import { asCommand } from "../../lib/as-command.ts"
import { useMay } from "../../lib/auth.tsx"
import { formatDate, plural } from "../../lib/format.ts"
import { shipByWords } from "../../lib/ship-day.ts"
import { useModalParam } from "../../lib/use-search-modal.ts"
import { inkTickWords } from "./print-rules.ts"

const RemakeModal = lazyRouteComponent(() => import("./remake-modal.tsx"), "RemakeModal")

/** Says how many copies there are and when they ship; offers files for paper and pieces to make again. */
export function ManifestHead({ manifest }: { manifest: Manifest }) {
  const { printId, name } = manifest
  const remake = useModalParam("remake")
  const isMaker = useMay("maker")
  const isPrinted = manifest.printedAt !== null
  return (
    <>
      <PageHeader
        title={`Manifest of ${name}`}
        description={[
          describe(manifest) + shipByWords(firstToShip(manifest.rows), manifest.timeZone),
          ...(manifest.inkTick ? [inkTickWords(manifest.inkTick)] : []),
        ].join(". ")}
        actions={
          <>
            {isPrinted && isMaker && (
              <Button icon={<RotateCcw />} {...asCommand("remake-pieces")} onClick={() => remake.open()}>
                Remake
              </Button>
            )}
            <a
              href={`/api/prints/${printId}/manifest.csv`}
              download
              className={buttonVariants()}
              {...asCommand("manifest-csv")}
            >
              <Download aria-hidden="true" /> CSV
            </a>
            <a
              href={`/api/prints/${printId}/manifest.html`}
              target="_blank"
              rel="noreferrer"
              className={buttonVariants({ variant: "primary" })}
              {...asCommand("printable-manifest")}
            >
              <Printer aria-hidden="true" /> Printable page
            </a>
          </>
        }
      />
      {isPrinted && isMaker && remake.isOpen && (
        <Suspense>
          <RemakeModal manifest={manifest} onClose={remake.close} />
        </Suspense>
      )}
    </>
  )
}

function describe({ rows, sheets, printedAt }: Manifest): string {
  const copies = plural(rows.length, "copy", "copies")
  if (printedAt !== null) return `${copies} on ${plural(sheets, "sheet")}, ${formatDate(printedAt)}`
  return sheets === 0
    ? `${copies}, not laid out yet`
    : `${copies} on ${plural(sheets, "sheet")}, not printed yet`
}

/** Returns the earliest ship-by date of its orders. */
function firstToShip(rows: readonly ManifestRow[]): string | null {
  return rows.flatMap(({ shipBy }) => shipBy ?? []).sort()[0] ?? null
}
