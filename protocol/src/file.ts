import { type Static, Type } from "typebox";

/**
 * A file of a message (MSG-1). `mime` is what its content is; `url` and `preview_url` are paths of `downloadFile`. Pictures and videos
 * have their size in pixels, upright; `placeholder` is a ThumbHash in base64: a few blurred colours to draw before the first byte.
 */
export const MessageFile = Type.Object({
  name: Type.String(),
  size: Type.Integer({ minimum: 0 }),
  mime: Type.String(),
  width: Type.Optional(Type.Integer({ minimum: 1 })),
  height: Type.Optional(Type.Integer({ minimum: 1 })),
  placeholder: Type.Optional(Type.String()),
  url: Type.String(),
  preview_url: Type.Optional(Type.String()),
});
export type MessageFile = Static<typeof MessageFile>;
