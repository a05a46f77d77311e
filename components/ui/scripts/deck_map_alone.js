// A map by itself.
class DeckMapAlone extends DeckMap {
  update(data) {
    return this.drawData(data)
  }
}

export default defineComponent(".deck-map", (root) => new DeckMapAlone(root, {
  selectPlace: () => {},
  selectRegion: () => {},
  saveLook: (look) => writeAddress({ look }),
  saveInferred: (inferred) => writeAddress({ inferred }),
}))
