// A push service for one machine. It prints the path of each push that it accepts.
import { createServer } from "node:http";

createServer((request, response) => {
  request.resume().once("end", () => {
    process.stdout.write(`${request.url}\n`);
    response.writeHead(201).end();
  });
}).listen(Number(process.argv[2]), "127.0.0.1", () => process.stdout.write("listening\n"));
