/** A bucket "pictures" with a key on an address and a port of its own; it writes a line once it listens. */
import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import { openBucketDouble } from "./bucket-double.ts";

const [address = "", port = "", keyId = ""] = process.argv.slice(2);
const bucket = openBucketDouble("pictures", keyId);
createServer(async (incoming, outgoing) => {
  const { method = "", url = "", headers } = incoming;
  const answer = bucket.answer({ method, path: url, headers, body: await buffer(incoming) });
  outgoing.writeHead(answer.status, answer.headers).end(answer.body);
}).listen(Number(port), address, () => process.stdout.write("listening\n"));
