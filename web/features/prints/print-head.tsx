import { useNavigate } from "@tanstack/react-router"
import type { ReactNode } from "react"
import type { Print } from "../../../contract/prints/print.ts"
import { DeleteButton } from "../../components/ui/delete-button.tsx"
import { PageHeader } from "../../components/ui/page-header.tsx"
import { asCommand } from "../../lib/as-command.ts"
import { useSearchParam } from "../../lib/search-params.ts"
import { DuplicateButton } from "./duplicate-button.tsx"
import { ShareButton } from "./print-row-buttons.tsx"
import { printActions } from "./print-rules.ts"
import { usePrintName } from "./use-print-name.tsx"

/** The properties of every page of a print. `onDelete` asks first. */
export type PrintPage = { print: Print; onDelete: () => void }

type PrintHeadProps = PrintPage & { description: string; children?: ReactNode }

/** Names a print, with what can be done to all of it. */
export function PrintHead({ print, onDelete, description, children }: PrintHeadProps) {
  const printName = usePrintName(print, { isNamedAtOnce: useSearchParam("rename") === "true" })
  const navigate = useNavigate()
  return (
    <PageHeader
      title={printName.name}
      titleAction={printName.action}
      description={description}
      isInline
      actions={
        <>
          {children}
          <ShareButton print={print} />
          <DuplicateButton
            print={print}
            onMade={(copy) => void navigate({ to: "/prints/$printId", params: { printId: copy._id } })}
          />
          {printActions(print.status).canDelete && (
            <DeleteButton
              size="icon"
              label="Delete print"
              {...asCommand("delete-print")}
              onClick={onDelete}
            />
          )}
        </>
      }
    />
  )
}
