// The Map in the app.
export default keepFirstPart(".map-page", drawNewMap)
