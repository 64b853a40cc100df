import { Plus } from "lucide-react"
import { Button } from "../../components/ui/button.tsx"
import { PageHeader } from "../../components/ui/page-header.tsx"
import { Tabs } from "../../components/ui/tabs.tsx"
import { useSearchParam, useSetSearchParams } from "../../lib/search-params.ts"
import { useModalParam } from "../../lib/use-search-modal.ts"
import { SizeModal } from "./size-modals.tsx"
import { SizesTab } from "./sizes-tab.tsx"
import { TemplateModal } from "./template-modals.tsx"
import { TemplatesTab } from "./templates-tab.tsx"

/** The seller's print sizes, and the sheets they are printed on as a second tab. */
export function SizesScreen() {
  const tab = useSearchParam("tab") === "templates" ? "templates" : "sizes"
  const setParams = useSetSearchParams()
  const addSize = useModalParam("addSize")
  const addTemplate = useModalParam("addTemplate")
  return (
    <>
      <PageHeader
        title="Sizes"
        description={
          tab === "sizes"
            ? "Printed widths, in inches, to choose from for each image."
            : "The film that prints are packed on."
        }
        isInline
        actions={
          tab === "sizes" ? (
            <Button variant="primary" icon={<Plus />} onClick={() => addSize.open("true")}>
              Add size
            </Button>
          ) : (
            <Button variant="primary" icon={<Plus />} onClick={() => addTemplate.open("true")}>
              Add template
            </Button>
          )
        }
      />
      <div className="mt-4">
        <Tabs
          label="Sizes and sheet templates"
          value={tab}
          onValueChange={(next) =>
            setParams({
              tab: next === "templates" ? next : null,
              search: null,
              page: null,
              sortBy: null,
              sort: null,
            })
          }
          tabs={[
            { value: "sizes", label: "Sizes", content: <SizesTab /> },
            { value: "templates", label: "Sheet templates", content: <TemplatesTab /> },
          ]}
        />
      </div>
      {addTemplate.isOpen && <TemplateModal template={null} onClose={addTemplate.close} />}
      {addSize.isOpen && <SizeModal size={null} onClose={addSize.close} />}
    </>
  )
}
