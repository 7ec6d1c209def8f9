import { type Static, Type } from "typebox";
import { shape } from "./shape.ts";

/** `mime` is sniffed (MSG-1), URLs are `downloadFile` paths, sizes are pixels of the upright image, `placeholder` is a base64 ThumbHash. */
export const MessageFile = shape(
  "The file of a message.",
  {
    name: Type.String(),
    size: Type.Integer({ minimum: 0 }),
    mime: Type.String({ description: "The type detected from its content." }),
    width: Type.Optional(Type.Integer({ minimum: 1, description: "In pixels of the upright image." })),
    height: Type.Optional(Type.Integer({ minimum: 1 })),
    placeholder: Type.Optional(Type.String({ description: "A ThumbHash in base64: a few blurred colours." })),
    url: Type.String({ description: "A path of `downloadFile`; send the token in the header." }),
    preview_url: Type.Optional(Type.String()),
  },
  {
    name: "disc-frana.jpg",
    size: 284_113,
    mime: "image/jpeg",
    width: 2560,
    height: 1920,
    placeholder: "3OcRJYB4d3h/iIeHeEh3eIhw+j2w",
    url: "/api/v1/chat/12/download/346/0",
    preview_url: "/api/v1/chat/12/download/346/0?preview=1",
  },
);
export type MessageFile = Static<typeof MessageFile>;
