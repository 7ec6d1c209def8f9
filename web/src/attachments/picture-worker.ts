import { answerCalls } from "../platform/worker-calls.ts";
import { makePicture } from "./make-picture.ts";

answerCalls(makePicture);
