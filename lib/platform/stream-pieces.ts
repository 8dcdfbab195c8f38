import "server-only";

/**
 * The body of an answer that is made while it is read, and no faster. What goes wrong before its first piece
 * can still be an answer of its own; later it can only break off. @throws as the first piece does
 */
export async function streamPieces(
  pieces: AsyncGenerator<Uint8Array, unknown>,
): Promise<ReadableStream<Uint8Array>> {
  let next: Promise<IteratorResult<Uint8Array, unknown>> | undefined = Promise.resolve(
    await pieces.next(),
  );
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await (next ?? pieces.next());
        next = undefined;
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await pieces.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}
