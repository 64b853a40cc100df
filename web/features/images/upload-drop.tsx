import { lazyRouteComponent } from "@tanstack/react-router"
import { Suspense } from "react"
import { useModalParam } from "../../lib/use-search-modal.ts"
import { useChosenFiles } from "./chosen-files.ts"
import { DropVeil, usePageFiles } from "./file-drop.tsx"

const AddImageModal = lazyRouteComponent(() => import("./add-image-modal.tsx"), "AddImageModal")

/** Takes artwork that is dropped on the page, or chosen once the address has `addImage`. */
export function UploadDrop() {
  const addImage = useModalParam("addImage")
  const chosen = useChosenFiles()
  const isOver = usePageFiles((dropped) => {
    chosen.choose(dropped)
    if (!addImage.isOpen) addImage.open("true")
  })
  return (
    <>
      {isOver && !addImage.isOpen && <DropVeil />}
      <Suspense>{addImage.isOpen && <AddImageModal onClose={addImage.close} chosen={chosen} />}</Suspense>
    </>
  )
}
