/// Opens a document through the editor host and gathers the report.
func openDocument(_ options: OpenOptions, _ progress: ProgressLine) async throws(CommandError) -> OpenReport {
  throw CommandError(
    .failure, subject: options.document, cause: "this program was built without the editor host",
    wayOut: "build it with Scripts/run")
}
