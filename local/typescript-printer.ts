// TypeScript 5 for openapi-typescript, without a second command `tsc` beside the one that checks types.
import { ts } from "@ts-morph/common"

export default ts
