import { useQuery } from "@tanstack/react-query"
import { Plus } from "lucide-react"
import { z } from "zod"
import { Button } from "../../components/ui/button.tsx"
import { PageHeader } from "../../components/ui/page-header.tsx"
import { Tabs } from "../../components/ui/tabs.tsx"
import { type Address, fetchAhead } from "../../lib/fetch-ahead.ts"
import { useSearch, useSetSearchParams } from "../../lib/search-params.ts"
import { useModalParam } from "../../lib/use-search-modal.ts"
import { allSizesOptions, sheetTemplatesOptions, sizesOptions } from "./size-calls.ts"
import { SizeModal, SizesTab, sizesQuery } from "./sizes-tab.tsx"
import { TemplateModal, TemplatesTab } from "./templates-tab.tsx"

const searchSchema = z.object({ tab: z.enum(["sizes", "templates"]).catch("sizes") })

/** The seller's print sizes, and the sheets they are printed on as a second tab. */
export function SizesScreen() {
  const { tab } = useSearch(searchSchema)
  const setParams = useSetSearchParams()
  const addSize = useModalParam("addSize")
  const addTemplate = useModalParam("addTemplate")
  const sizes = useQuery(allSizesOptions()).data?.data ?? []
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
          tab === "templates" ? (
            <Button variant="primary" icon={<Plus />} onClick={() => addTemplate.open("true")}>
              Add template
            </Button>
          ) : // With nothing here yet, the empty state leads on.
          sizes.length > 0 ? (
            <AddSizeButton onClick={() => addSize.open("true")} />
          ) : undefined
        }
      />
      <div className="mt-4">
        <Tabs
          label="Sizes and sheet templates"
          value={tab}
          onValueChange={(next) =>
            setParams(
              {
                tab: next === "templates" ? next : null,
                search: null,
                page: null,
                sortBy: null,
                sort: null,
              },
              { push: true },
            )
          }
          tabs={[
            {
              value: "sizes",
              label: "Sizes",
              content: (
                <SizesTab addAction={<AddSizeButton size="lg" onClick={() => addSize.open("true")} />} />
              ),
            },
            { value: "templates", label: "Sheet templates", content: <TemplatesTab /> },
          ]}
        />
      </div>
      {addTemplate.isOpen && <TemplateModal template={null} onClose={addTemplate.close} />}
      {addSize.isOpen && <SizeModal size={null} onClose={addSize.close} />}
    </>
  )
}

SizesScreen.fetchAhead = ({ search }: Address) => {
  fetchAhead(allSizesOptions())
  if (searchSchema.parse(search).tab === "sizes") fetchAhead(sizesOptions(sizesQuery(search)))
  else fetchAhead(sheetTemplatesOptions())
}

function AddSizeButton({ size, onClick }: { size?: "lg"; onClick: () => void }) {
  return (
    <Button variant="primary" size={size} icon={<Plus />} onClick={onClick}>
      Add size
    </Button>
  )
}
