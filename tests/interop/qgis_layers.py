"""Open our map files with QGIS's library, by the Python that Debian's ``python3-qgis`` is for.

    /usr/bin/python3 qgis_layers.py FILE…

prints what QGIS makes of each file, as JSON. Nothing of the project is imported: this is what
others would write.
"""

import json
import sys
from typing import Any

from qgis.core import Qgis, QgsApplication, QgsProviderRegistry, QgsVectorLayer, QgsWkbTypes

#: How QGIS marks what it logs but is no problem.
HARMLESS_LEVELS = (Qgis.Info, Qgis.Success, Qgis.NoLevel)
#: QGIS says so of each GeoPackage without its table of styles, as a warning.
NO_STYLES = "No styles available on DB"


def describe_file(path: str) -> dict[str, Any]:
    """Return what a file's layers are, and its first layer in full."""
    layer_names = [layer.name() for layer in QgsProviderRegistry.instance().querySublayers(path)]
    layer = QgsVectorLayer(path, "layer", "ogr")
    features = list(layer.getFeatures())
    return {
        "layers": layer_names,
        "valid": layer.isValid(),
        "count": layer.featureCount(),
        "placed": sum(feature.hasGeometry() for feature in features),
        "crs": layer.crs().authid(),
        "geometry": QgsWkbTypes.displayString(layer.wkbType()),
        "fields": {column.name(): column.typeName() for column in layer.fields()},
    }


def main(paths: list[str]) -> None:
    """Print the version, the files by their paths, and what QGIS warned of."""
    warned = []

    def note_message(text: str, _: str, level: int) -> None:
        if level not in HARMLESS_LEVELS and NO_STYLES not in text:
            warned.append(" ".join(text.split()))

    QgsApplication.setPrefixPath("/usr", True)
    application = QgsApplication([], False)
    application.initQgis()
    application.messageLog().messageReceived.connect(note_message)
    described = {}
    for path in paths:
        warned.clear()
        described[path] = {**describe_file(path), "warned": list(warned)}
    json.dump({"version": Qgis.QGIS_VERSION, "files": described}, sys.stdout)
    sys.stdout.flush()
    application.exitQgis()


if __name__ == "__main__":
    main(sys.argv[1:])
