import { answerCalls } from "../../platform/tabs/worker-calls.ts";
import { makePicture } from "./make-picture.ts";

answerCalls(makePicture);
