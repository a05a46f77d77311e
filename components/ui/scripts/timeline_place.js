// The Timeline in the app.
export default keepFirstPart(".timeline-page", drawNewTimeline)
