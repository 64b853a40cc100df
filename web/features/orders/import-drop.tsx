import { lazyRouteComponent } from "@tanstack/react-router"
import { Suspense, useState } from "react"
import { useModalParam } from "../../lib/use-search-modal.ts"
import { DropVeil, usePageFiles } from "../images/file-drop.tsx"

const ImportModal = lazyRouteComponent(() => import("./import-modal.tsx"), "ImportModal")

/** Imports orders from a file that is dropped on the page, or chosen once the address has `addImport`. */
export function ImportDrop() {
  const importing = useModalParam("addImport")
  const [file, setFile] = useState<File | null>(null)
  const isOver = usePageFiles(([dropped]) => {
    setFile(dropped)
    importing.open()
  })
  return (
    <Suspense>
      {isOver && <DropVeil />}
      {importing.isOpen && (
        <ImportModal
          file={file}
          onFile={setFile}
          onClose={() => {
            setFile(null)
            importing.close()
          }}
        />
      )}
    </Suspense>
  )
}
