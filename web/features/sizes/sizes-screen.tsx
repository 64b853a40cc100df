import { useQuery } from "@tanstack/react-query"
import { Plus } from "lucide-react"
import { Suspense } from "react"
import { z } from "zod"
import { PageTabs } from "../../components/page-tabs.tsx"
import { Button } from "../../components/ui/button.tsx"
import { PageHeader } from "../../components/ui/page-header.tsx"
import { type Address, fetchAhead } from "../../lib/fetch-ahead.ts"
import { useSearch } from "../../lib/search-params.ts"
import { useModalParam } from "../../lib/use-search-modal.ts"
import { destinationsOptions } from "./destination-calls.ts"
import { DestinationsTab } from "./destinations-tab.tsx"
import { allSizesOptions, sheetTemplatesOptions, sizesOptions } from "./size-calls.ts"
import { SizeModal } from "./size-modal.tsx"
import { SizesTab, sizesQuery } from "./sizes-tab.tsx"
import { TemplateModal, TemplatesTab } from "./templates-tab.tsx"

const searchSchema = z.object({ tab: z.enum(["sizes", "templates", "destinations"]).catch("sizes") })

const descriptions = {
  sizes: "Printed widths to choose from for each image.",
  templates: "The film that prints are packed on.",
  destinations: "What print shops, print software and cutters accept.",
}

/** Shows the seller's print sizes, sheet templates and destinations, a tab each. */
export function SizesScreen() {
  const { tab } = useSearch(searchSchema)
  const addSize = useModalParam("addSize")
  const addTemplate = useModalParam("addTemplate")
  const addDestination = useModalParam("addDestination")
  const sizes = useQuery(allSizesOptions()).data?.data ?? []
  return (
    <>
      <PageHeader
        title="Sizes"
        description={descriptions[tab]}
        isInline
        actions={
          tab === "templates" ? (
            <Button variant="primary" icon={<Plus />} onClick={() => addTemplate.open("true")}>
              Add template
            </Button>
          ) : tab === "destinations" ? (
            <Button variant="primary" icon={<Plus />} onClick={() => addDestination.open("true")}>
              Add destination
            </Button>
          ) : // While there is nothing, the empty state offers the next step.
          sizes.length > 0 ? (
            <AddSizeButton onClick={() => addSize.open("true")} />
          ) : undefined
        }
      />
      <div className="mt-4">
        <PageTabs
          label="Sizes, sheet templates and destinations"
          value={tab}
          tabs={[
            {
              value: "sizes",
              label: "Sizes",
              content: (
                <SizesTab addAction={<AddSizeButton size="lg" onClick={() => addSize.open("true")} />} />
              ),
            },
            { value: "templates", label: "Sheet templates", content: <TemplatesTab /> },
            { value: "destinations", label: "Destinations", content: <DestinationsTab /> },
          ]}
        />
      </div>
      {addTemplate.isOpen && (
        <Suspense>
          <TemplateModal template={null} onClose={addTemplate.close} />
        </Suspense>
      )}
      {addSize.isOpen && <SizeModal size={null} onClose={addSize.close} />}
    </>
  )
}

SizesScreen.fetchAhead = ({ search }: Address) => {
  fetchAhead(allSizesOptions())
  const { tab } = searchSchema.parse(search)
  if (tab === "sizes") fetchAhead(sizesOptions(sizesQuery(search)))
  else if (tab === "templates") fetchAhead(sheetTemplatesOptions())
  else fetchAhead(destinationsOptions())
}

function AddSizeButton({ size, onClick }: { size?: "lg"; onClick: () => void }) {
  return (
    <Button variant="primary" size={size} icon={<Plus />} onClick={onClick}>
      Add size
    </Button>
  )
}
