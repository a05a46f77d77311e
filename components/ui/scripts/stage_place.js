// The stage in the app.
export default keepFirstPart(".stage", drawNewStage)
