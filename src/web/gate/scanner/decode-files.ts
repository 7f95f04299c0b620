import readerProgram from "zxing-wasm/reader/zxing_reader.wasm?url";
import decodeWorker from "./decode-worker.ts?worker&url";

/** Files of the readers that the page itself does not load. The phone keeps them together with the page. */
export const decodeFiles = [readerProgram, decodeWorker];
