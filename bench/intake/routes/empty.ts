/** What the framework alone can do: reads the body and answers. */
export async function POST(request: Request): Promise<Response> {
  const { byteLength } = await request.arrayBuffer();
  return Response.json({ bytes: byteLength }, { status: 202 });
}
