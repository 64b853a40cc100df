import { useMutation } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { Ruler } from "lucide-react"
import { images } from "../../../contract/api/image-api.ts"
import { prints } from "../../../contract/api/print-api.ts"
import type { SheetTemplate } from "../../../contract/artwork/size.ts"
import { Button } from "../../components/ui/button.tsx"
import { api, apiData } from "../../lib/api.ts"
import { apiUpload } from "../../lib/api-upload.ts"
import { asCommand } from "../../lib/as-command.ts"
import { formatLength } from "../../lib/length.ts"
import { refresh } from "../../lib/query-client.ts"
import { toastSuccess } from "../../lib/toast.tsx"
import { sizeOfWidth } from "../sizes/size-calls.ts"
import { testSheetSvg } from "./test-sheet-svg.ts"

/** The widest test sheet: a ruler of that length is enough to see whether film is printed true. */
const WIDEST_IN = 10

/**
 * Makes a draft with one picture to measure on the film. It is a print as any other: its one copy costs one
 * credit, and white and cut line come with it where the print shop's files have them.
 */
export function TestSheetButton({ template }: { template: SheetTemplate }) {
  const navigate = useNavigate()
  const make = useMutation({
    mutationFn: async () => {
      const widthIn = Math.min(WIDEST_IN, Math.floor(template.widthIn - 2 * template.edgeIn))
      const name = `Test sheet ${formatLength(widthIn)}`
      const imageId = (await madeBefore(name)) ?? (await upload(name, testSheetSvg(widthIn)))
      const { _id: sizeId } = await sizeOfWidth(widthIn)
      const printItems = [{ imageId, sizeId, quantity: 1 }]
      return apiData(prints.add, { body: { name: "Test sheet", printItems } })
    },
    onSettled: () => refresh("prints", "images", "statistics"),
    onSuccess: ({ _id }) => {
      toastSuccess("The test sheet is a draft. Processing it costs 1 credit.")
      void navigate({ to: "/prints/$printId", params: { printId: _id } })
    },
  })
  return (
    <Button
      icon={<Ruler />}
      isLoading={make.isPending}
      {...asCommand("test-sheet")}
      onClick={() => make.mutate()}
    >
      Print a test sheet
    </Button>
  )
}

async function madeBefore(name: string) {
  const { data } = await api(images.list, { query: { search: name } })
  return data.find((image) => image.name === `${name}.svg` && image.status === "Ready")?._id
}

async function upload(name: string, svg: string) {
  const form = new FormData()
  form.append("files", new File([svg], `${name}.svg`, { type: "image/svg+xml" }))
  const { data, refused } = await apiUpload(images.upload, form)
  const [image] = data
  if (image) return image._id
  throw new Error(refused[0]?.reason)
}
