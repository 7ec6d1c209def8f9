import { pageOf } from "../api/line-from-wire.ts";
import type { PrintingEffects } from "./printing-part.ts";
import type { Outside } from "../state/part.ts";
import type { Runners } from "../state/shape.ts";

export const lateRunners = ({ api: { call }, settle }: Outside): Runners<keyof PrintingEffects> => ({
  "call-printed-page": ({ roomId, beforeSeq }) =>
    settle(
      call("listMessages", {
        params: { roomId: String(roomId), page: 1 },
        query: beforeSeq === null ? {} : { before_seq: beforeSeq },
      }),
      ({ data }) => ({ type: "printing/page-loaded", roomId, beforeSeq, page: pageOf(data), total: data.total }),
      (error) => ({ type: "printing/page-failed", roomId, beforeSeq, error }),
    ),
});
